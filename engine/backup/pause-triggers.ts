import type pg from 'pg'
import { IN_BACKUP } from './list-tables.ts'

type Client = Pick<pg.Client, 'query'>

/** PostgreSQL's states of a trigger (`tgenabled`) and the words of `alter table` for them. */
const STATES: Record<string, string> = { O: 'enable', R: 'enable replica', A: 'enable always' }

/**
 * Disables all triggers of tables. Returns a function that restores the state of each; a disabled one stays disabled.
 */
export const pauseTableTriggers = (client: Client) =>
  pause(
    client,
    `select format('alter table only %I.%I %%s trigger %I', nspname, relname, tgname) as statement, tgenabled as state
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal and tgenabled <> 'D' and relkind in ('r', 'p') and ${IN_BACKUP}
    order by 1`,
  )

/** Disables the event triggers that the engine's own statements would fire; those of another owner stay enabled. */
export const pauseEventTriggers = (client: Client) =>
  pause(
    client,
    `select format('alter event trigger %I %%s', evtname) as statement, evtenabled as state
    from pg_event_trigger
    where evtenabled <> 'D'
      and pg_has_role(evtowner, 'usage')
      and not exists (
        select from pg_depend
        where classid = 'pg_event_trigger'::regclass and objid = pg_event_trigger.oid and deptype = 'e'
      )
    order by 1`,
  )

async function pause(client: Client, found: string): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ statement: string; state: string }>(found)
  const setAll = (stateOf: (state: string) => string) =>
    client.query(rows.map(({ statement, state }) => statement.replace('%s', () => stateOf(state))).join(';\n'))
  await setAll(() => 'disable')
  return async () => {
    await setAll((state) => STATES[state] ?? 'enable')
  }
}
