-- Published tables: notes are visible to their owners, signs to everybody, and of a letter the public may read the
-- address only.
create table public.notes (
  id       uuid primary key default gen_random_uuid(),
  owner    uuid not null default auth.uid(),
  title    text not null,
  priority int,
  tags     text[] not null default '{}'
);
alter table public.notes enable row level security;
create policy "own notes" on public.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());

create table public.signs (street text, number int, words text, primary key (street, number));
alter table public.signs replica identity full;

create table public.letters (id int primary key, address text not null, body text not null);
revoke all on public.letters from anon;
grant select (id, address) on public.letters to anon;

create table public.unpublished (id int primary key);

alter publication supabase_realtime add table public.notes, public.signs, public.letters;

-- A change that a trigger broadcasts to a topic.
create table public.doors (id int primary key, is_open boolean not null);
create function public.tell_door() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.broadcast_changes(
    'door:' || new.id, tg_op, tg_op, tg_table_name, tg_table_schema, new, old
  );
  return null;
end
$$;
create trigger tell_door after insert or update on public.doors for each row execute function public.tell_door();
create policy "everybody hears doors" on realtime.messages for select to anon, authenticated
  using (realtime.topic() like 'door:%' and extension = 'broadcast');

create function public.announce(topic text, words jsonb, is_private boolean) returns void
language sql security definer set search_path = '' as $$
  select realtime.send(words, 'announcement', topic, is_private)
$$;

-- Numbers beyond JavaScript's precision, and rows without a primary key.
create table public.parcels (id bigint primary key, weight numeric);
create table public.scribbles (words text);
alter table public.scribbles replica identity full;
alter publication supabase_realtime add table public.parcels, public.scribbles;
