import type pg from 'pg'
import { OURS } from './tables.ts'

type Client = Pick<pg.Client, 'query'>

/** What Postgres calls the states of a trigger (`tgenabled`), as `alter table` sets them. */
const STATES: Record<string, string> = { O: 'enable', R: 'enable replica', A: 'enable always' }

/** Has no trigger of a table fire. Returns what brings each one back to the state that it had; one that was disabled stays so. */
export const pauseTableTriggers = (client: Client) =>
  pause(
    client,
    `select format('alter table only %I.%I %%s trigger %I', nspname, relname, tgname) as statement, tgenabled as state
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal and tgenabled <> 'D' and relkind in ('r', 'p') and ${OURS}
    order by 1`,
  )

/** The same of the event triggers, which our own statements would set off; one that belongs to somebody else goes on. */
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
