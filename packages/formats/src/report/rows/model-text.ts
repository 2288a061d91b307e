import type { ModelId } from '@loadcast/core';

/** A model as one identifier: `name-version`. */
export function modelText({ name, version }: ModelId): string {
  return `${name}-${version}`;
}
