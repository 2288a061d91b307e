export const PUBLISHER: { readonly author: string; readonly repository: string; readonly keywords: readonly string[] };
