export function pythonEnvironment(folder: string, packages: readonly string[]): string | undefined;
export function buildPythonPackage(python: string, output: string): string[];
