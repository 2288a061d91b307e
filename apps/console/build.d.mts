export function buildConsole(options?: { readonly isQuick?: boolean; readonly dist?: string }): Promise<void>;
