-- Warns about text for a client that would disclose confidential information: names of other clients, and passages of
-- internal notes about this client. It considers what the caller may read, and is a warning, not a protection.

-- A text reduced to letters and digits, as a search compares them (private/equivalent_letters.sql), with a space around
-- each word.
create function private.plain_words(text text) returns text
language sql immutable set search_path = ''
return ' ' || btrim(regexp_replace(private.same_letters(text), '[^[:alnum:]]+', ' ', 'g')) || ' ';
revoke execute on function private.plain_words from public;
grant execute on function private.plain_words to authenticated, service_role;

create function public.text_gives_away(client uuid, words text) returns table (kind text, what text)
language sql stable set search_path = '' as $$
  with
    said as materialized (
      select private.plain_words(words) as text, string_to_array(btrim(private.plain_words(words)), ' ') as list
    ),
    noted as materialized (
      (
        select private.plain_words(note_text) as text from public.client_notes
        where client_notes.client_id = client order by created_at desc limit 200
      )
      union all
      (
        select private.plain_words(note_text) from public.project_notes
        join public.projects on projects.id = project_notes.project_id
        where projects.client_id = client order by project_notes.created_at desc limit 200
      )
    )
  (
    -- Names of three letters are in everything.
    select 'client', others.name
    from public.clients as this
    join public.clients as others on others.agency_id = this.agency_id and others.id <> this.id
    cross join said
    where this.id = client
      and length(others.name) >= 4
      and private.same_letters(others.name) <> private.same_letters(this.name)
      and strpos(said.text, private.plain_words(others.name)) > 0
      and private.plain_words(others.name) <> '  '
    order by length(others.name) desc, others.name limit 5
  )
  union all
  (
    -- Every fourth run of eight words: a passage of eleven or more is found.
    select 'note', array_to_string(said.list[place:place + 7], ' ')
    from said, generate_series(1, cardinality(said.list) - 7, 4) as place
    where exists (
      select from noted where strpos(noted.text, ' ' || array_to_string(said.list[place:place + 7], ' ') || ' ') > 0
    )
    order by place limit 1
  )
$$;
revoke execute on function public.text_gives_away from public, anon;
grant execute on function public.text_gives_away to authenticated, service_role;
