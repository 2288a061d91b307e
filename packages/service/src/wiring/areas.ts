import { type Areas, CONTRACT_AREAS } from '@loadcast/core';

/** The areas that a service, a command or a thread works with: the contract's. */
export const openAreas = (): Areas => CONTRACT_AREAS;
