import { type Endpoint, endpoint, type KeyEndpoint } from '@loadcast/formats';
import type * as z from 'zod';

type Own = 'access' | 'conditional' | 'errors';

/** Declares an endpoint that reads load or forecasts with a key. A known entity tag is answered with 304. */
export const readEndpoint = <Deps, Query extends z.ZodObject>(
  spec: Omit<KeyEndpoint<Deps, Query>, Own>,
): Endpoint<Deps> => endpoint({ ...spec, access: 'key', conditional: true, errors: ['plan_limit', 'no_data'] });
