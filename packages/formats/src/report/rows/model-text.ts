import type { ModelId } from '@loadcast/core';

export function modelText({ name, version }: ModelId): string {
  return `${name}-${version}`;
}
