import { BudgetMap } from '@loadcast/core/budgets';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

/** Prepares statements of a connection, each once while it is kept. */
export type Prepare = (sql: string) => StatementSyncInstance;

export function keptStatements(database: DatabaseSyncInstance): Prepare {
  const statements = new BudgetMap<string, StatementSyncInstance>('statements');
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}
