import { type Migration, toMigration } from './migration.js';
import { STEPS_1_TO_5 } from './steps-1-to-5.data.js';
import { STEPS_6_TO_13 } from './steps-6-to-13.data.js';
import { STEPS_14_ON } from './steps-14-on.data.js';

/** Every step from an empty store to today's format, oldest first. Forward only. */
export const MIGRATIONS: readonly Migration[] = [...STEPS_1_TO_5, ...STEPS_6_TO_13, ...STEPS_14_ON].map(toMigration);
