/** Columns and references that are easily lost in a backup. */
export const TABLES = `
  create table public.odd (
    id bigint generated always as identity primary key,
    twin bigint references public.odd (id) deferrable,
    words text[], bytes bytea, json jsonb, price numeric, born date, at timestamptz, span int4range, fraction float8,
    doubled numeric generated always as (price * 2) stored,
    "a ""strange"" name" text
  );
  create table public.changes (n bigint);
  create function public.note() returns trigger language plpgsql as $$
  begin
    insert into public.changes values (new.id);
    return new;
  end $$;
  create trigger note after insert on public.odd for each row execute function public.note();
  insert into public.odd (words, bytes, json, price, born, at, span, fraction, "a ""strange"" name")
  values (array[e'tab\\t', e'new\\nline', null, ''], '\\x00ff5c', 'null', 0.10, 'infinity', 'epoch', '[1,)', 'NaN', '\\.');
  insert into public.odd default values;
  update public.odd set twin = 3 - id;
  alter table public.odd enable row level security;
  insert into storage.buckets (id, name) values ('files', 'files');`

/**
 * Tables of extensions that features stand in for: migrations create rows there, which the rows of the backup replace.
 */
export const PLATFORM_ROWS = `
  create extension pg_cron;
  select vault.create_secret('as migrated', 'word'), cron.schedule('never', '0 0 30 2 *', 'select 1');
  create function public.say(word text) returns void language sql security definer as $$
    select vault.update_secret(id, word) from vault.secrets;
    select cron.schedule('ever', '0 0 31 2 *', 'select 2');
  $$;
  create function public.said() returns setof text language sql security definer as $$
    select decrypted_secret from vault.decrypted_secrets
    union all (select jobname from cron.job order by jobid)
  $$;`

/** Brings the database to the state of a version that had no backups yet. */
export const BEFORE_BACKUPS = `
  drop table engine.backups;
  drop function engine.is_backed_up;
  delete from engine.platform_migrations where version > '0116';
  update engine.platform_migrations set version = '0105'`
