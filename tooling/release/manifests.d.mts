export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}
export function publishedFolders(): string[];
export function readManifest(folder: string): Manifest;
export function withPublisher(folder: string, manifest: Manifest): Manifest;
