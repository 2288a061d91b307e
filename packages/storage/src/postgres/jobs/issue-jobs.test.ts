import { buildVintage } from '@loadcast/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseAnswers, emptyPostgresStore, freshSchema, TEST_DATABASE_URL } from '../../testing/test-database.js';
import { openPostgresStore, type PostgresStore } from '../postgres-store.js';
import type { IssueJob, IssueJobs, IssueTask } from './issue-jobs.js';

const answers = await databaseAnswers();
const HOUR = 3_600_000;
const ISSUED_AT = 1_000 * HOUR;
const fails = (error: Error): never => expect.fail(String(error));
const POLLED = { timeout: 60_000, interval: 50 };

const taskOf = (areaId: string, changed: Partial<IssueTask> = {}): IssueTask => ({
  ...{ areaId, issuedAt: ISSUED_AT, plannedAt: ISSUED_AT, newestIssuedAt: null },
  ...changed,
});

const runOf = ({ task: { areaId, issuedAt } }: IssueJob) => buildVintage({ areaId, issuedAt, availableAt: issuedAt });

async function open(): Promise<{ store: PostgresStore; jobs: IssueJobs; schema: string }> {
  const schema = freshSchema();
  const store = await emptyPostgresStore({ schema });
  const jobs = await store.openIssueJobs(fails);
  onTestFinished(async () => {
    await jobs.close();
    await store.connections.query(`drop schema ${schema}_jobs cascade`);
  });
  return { store, jobs, schema };
}

const takeOne = async (jobs: IssueJobs): Promise<IssueJob> => (await jobs.take(1))[0]!;
const said = (outcome: string) => ({ outcome });
/** What pg-boss does every ten seconds. */
const expire = (store: PostgresStore, schema: string) =>
  store.connections.query(
    `update ${schema}_jobs.job set started_on = now() - interval '1 hour' where state = 'active'`,
  );

describe.skipIf(!answers)('forecasts that are due', () => {
  test('the most urgent is taken first, then the oldest, each by one process', async () => {
    const { store, jobs } = await open();
    for (const [area, priority] of [
      ['pjm', 0],
      ['caiso', 3],
      ['miso', 0],
    ] as const)
      await jobs.add(taskOf(area), priority);
    const other = await store.openIssueJobs(fails);
    const taken = [await jobs.take(1), await other.take(1), await jobs.take(5), await other.take(5)];
    expect(taken.map((some) => some.map(({ task }) => task.areaId))).toEqual([['caiso'], ['pjm'], ['miso'], []]);
    await other.close();
  });

  test('a second task of an area is not added while one waits, and is once that was taken', async () => {
    const { jobs } = await open();
    const added = [
      await jobs.add(taskOf('pjm'), 0),
      await jobs.add(taskOf('pjm'), 0),
      await jobs.add(taskOf('caiso'), 0),
    ];
    expect(added.map((id) => id !== undefined)).toEqual([true, false, true]);
    await jobs.take(2);
    expect(await jobs.add(taskOf('pjm'), 0)).toBeDefined();
  });

  test('a task comes back as it was added', async () => {
    const { jobs } = await open();
    const task = taskOf('pjm', { newestIssuedAt: ISSUED_AT - HOUR, plannedAt: ISSUED_AT - 3 });
    const id = await jobs.add(task, 1);
    expect(await takeOne(jobs)).toEqual({ id, task, attempt: 0, isStale: false });
  });

  test('a run and the end of its job are kept together', async () => {
    const { store, jobs } = await open();
    await jobs.add(taskOf('pjm'), 0);
    const job = await takeOne(jobs);
    expect(await jobs.ended([job.id])).toEqual([]);
    expect(await jobs.publish(job, runOf(job), said)).toBe('kept');
    expect(await store.vintages.newest('pjm', ISSUED_AT)).toEqual(runOf(job));
    expect(await store.vintages.links('pjm', { start: 0, end: ISSUED_AT + 1 })).toHaveLength(1);
    expect(await jobs.ended([job.id])).toEqual([{ id: job.id, hasFailed: false, output: { outcome: 'kept' } }]);
  });

  test.each([
    { name: 'came since', newest: ISSUED_AT - HOUR, planned: null },
    { name: 'that the plan knew is another', newest: ISSUED_AT - HOUR, planned: ISSUED_AT - 2 * HOUR },
  ])('nothing is kept where a run $name', async ({ newest, planned }) => {
    const { store, jobs } = await open();
    await store.vintages.append(buildVintage({ areaId: 'pjm', issuedAt: newest, availableAt: newest }));
    await jobs.add(taskOf('pjm', { newestIssuedAt: planned }), 0);
    const job = await takeOne(jobs);
    expect(await jobs.publish(job, runOf(job), said)).toBe('superseded');
    expect(await store.vintages.count('pjm', Number.POSITIVE_INFINITY)).toBe(1);
    expect(await jobs.ended([job.id])).toMatchObject([{ hasFailed: false, output: { outcome: 'superseded' } }]);
  });

  test('a process that lost its job keeps nothing, and the one that has it now does', async () => {
    const { store, jobs, schema } = await open();
    await jobs.add(taskOf('pjm'), 0);
    const lost = await takeOne(jobs);
    await expire(store, schema);
    let again: IssueJob[] = [];
    await expect.poll(async () => (again = await jobs.take(1)), POLLED).toHaveLength(1);
    expect(again[0]).toEqual({ ...lost, attempt: 1 });
    expect(await jobs.publish(lost, runOf(lost), said)).toBe('lost');
    expect(await store.vintages.count('pjm', Number.POSITIVE_INFINITY)).toBe(0);
    expect(await jobs.publish(again[0]!, runOf(lost), said)).toBe('kept');
    expect(await jobs.publish(again[0]!, runOf(lost), said)).toBe('lost');
  });

  test('a job that is given back is tried three times, and then lies with the dead ones', async () => {
    const { store, jobs, schema } = await open();
    const id = await jobs.add(taskOf('vea'), 0);
    for (const attempt of [0, 1, 2]) {
      const job = await takeOne(jobs);
      expect(job.attempt).toBe(attempt);
      expect(await jobs.ended([job.id])).toEqual([]);
      await jobs.fail(job, { message: `attempt ${attempt}` });
    }
    expect(await jobs.take(1)).toEqual([]);
    expect(await jobs.ended([id!])).toEqual([{ id, hasFailed: true, output: { message: 'attempt 2' } }]);
    const dead = `select data from ${schema}_jobs.job where name = 'issue-dead'`;
    expect(await store.connections.query(dead)).toEqual([{ data: taskOf('vea') }]);
  });

  test('a plan that waited for a quarter of an hour is stale, and one that came back is not', async () => {
    const { store, jobs, schema } = await open();
    await jobs.add(taskOf('pjm'), 0);
    await store.connections.query(`update ${schema}_jobs.job set created_on = now() - interval '15 minutes'`);
    const job = await takeOne(jobs);
    expect(job.isStale).toBe(true);
    await jobs.fail(job, {});
    expect((await takeOne(jobs)).isStale).toBe(false);
  });

  test('the queue is seen from outside: jobs that wait, for how long, since when none was taken, dead ones', async () => {
    const { store, jobs, schema } = await open();
    expect(await store.queueState()).toEqual({ waiting: 0, oldestMs: null, untakenMs: null, dead: 0 });
    for (const area of ['pjm', 'miso', 'vea']) await jobs.add(taskOf(area), 0);
    const age = `update ${schema}_jobs.job set created_on = now() - interval '9 minutes'`;
    await store.connections.query(age);
    const waiting = (await store.queueState())!;
    expect(waiting).toMatchObject({ waiting: 3, dead: 0 });
    expect(Math.min(waiting.oldestMs!, waiting.untakenMs!)).toBeGreaterThanOrEqual(9 * 60_000);
    const job = await takeOne(jobs);
    const taken = (await store.queueState())!;
    expect(taken.waiting).toBe(2);
    expect(taken.oldestMs).toBeGreaterThanOrEqual(9 * 60_000);
    expect(taken.untakenMs).toBeLessThan(9 * 60_000);
    await jobs.fail(job, {});
    for (let attempt = 0; attempt < 2; attempt++) for (const each of await jobs.take(3)) await jobs.fail(each, {});
    for (const each of await jobs.take(3)) await jobs.fail(each, {});
    expect(await store.queueState()).toEqual({ waiting: 0, oldestMs: null, untakenMs: null, dead: 3 });
  });

  test('a queue that nobody has made is not made by looking at it', async () => {
    const store = await emptyPostgresStore({ schema: freshSchema() });
    expect(await store.queueState()).toBeUndefined();
    expect(await store.queueState()).toBeUndefined();
  });

  test('processes that start at once make the queue together', async () => {
    const schema = freshSchema();
    const store = await emptyPostgresStore({ schema });
    const others = [1, 2, 3].map(() => openPostgresStore({ connectionString: TEST_DATABASE_URL, schema }));
    const stores = [store, ...(await Promise.all(others))];
    const queues = await Promise.all(stores.map((each) => each.openIssueJobs(fails)));
    await queues[0]!.add(taskOf('pjm'), 0);
    expect(await queues[1]!.take(5)).toHaveLength(1);
    for (const queue of queues) await queue.close();
    for (const other of stores.slice(1)) await other.close();
    await store.connections.query(`drop schema ${schema}_jobs cascade`);
  });

  test('a queue that another process made is opened as it is', async () => {
    const { jobs, schema } = await open();
    await jobs.add(taskOf('pjm'), 0);
    const store = await openPostgresStore({ connectionString: TEST_DATABASE_URL, schema });
    const second = await store.openIssueJobs(fails);
    expect(await second.take(5)).toHaveLength(1);
    await second.close();
    await store.close();
  });
});
