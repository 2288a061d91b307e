export function pythonEnvironment(
  folder: string,
  packages: readonly string[],
  interpreter?: string,
): string | undefined;
export function buildPythonPackage(python: string, output: string): string[];
