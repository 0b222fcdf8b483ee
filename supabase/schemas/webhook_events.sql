-- The events that webhooks deliver. Triggers add them in the transaction of what happened, so that none is lost and none is told
-- of something that was rolled back. What they say is what every member of the agency's staff may read, without internal notes.

-- Adds an event for each of the agency's webhooks that wants it. What happens while a webhook is paused is not added.
create function private.tell_webhooks(agency uuid, type text, object uuid, client uuid, data jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.webhook_deliveries (webhook_id, type, object_id, client_id, data)
  select webhooks.id, tell_webhooks.type, object, client, tell_webhooks.data
  from public.webhooks
  where webhooks.agency_id = agency and not webhooks.is_paused and tell_webhooks.type = any (webhooks.events)
$$;
revoke execute on function private.tell_webhooks from public;

-- An enquiry that is set aside as suspicious counts as new once somebody has said that it is none.
create function private.tell_webhooks_of_enquiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_bringing_back() then
    perform private.tell_webhooks(
      private.website_agency_id(), 'enquiry.created', new.id, null,
      jsonb_build_object(
        'id', new.id, 'name', new.name, 'business_name', new.business_name, 'email', new.email, 'phone', new.phone,
        'service', new.service, 'message', new.message, 'created_at', new.created_at)
    );
  end if;
  return null;
end
$$;
revoke execute on function private.tell_webhooks_of_enquiry from public;

create trigger tell_webhooks
  after insert on public.contact_submissions for each row
  when (not new.is_set_aside)
  execute function private.tell_webhooks_of_enquiry();
create trigger tell_webhooks_later
  after update of state on public.contact_submissions for each row
  when (old.is_set_aside and not new.is_set_aside and new.state <> 'spam')
  execute function private.tell_webhooks_of_enquiry();

create function private.tell_webhooks_of_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_bringing_back() then
    perform private.tell_webhooks(
      new.agency_id, 'client.added', new.id, new.id,
      jsonb_build_object(
        'id', new.id, 'name', new.name, 'company_name', new.company_name, 'email', new.email, 'phone', new.phone,
        'prospect_status', new.prospect_status, 'created_at', new.created_at)
    );
  end if;
  return null;
end
$$;
revoke execute on function private.tell_webhooks_of_client from public;

create trigger tell_webhooks
  after insert on public.clients for each row execute function private.tell_webhooks_of_client();

-- What events say about the project of an update or a step, and whose it is.
create function private.place_of_event(project uuid, out agency uuid, out client uuid, out data jsonb)
language sql stable security definer set search_path = '' as $$
  select
    projects.agency_id, clients.id,
    jsonb_build_object(
      'project_id', projects.id, 'project_name', projects.name, 'client_id', clients.id, 'client_name', clients.name)
  from public.projects join public.clients on clients.id = projects.client_id
  where projects.id = project
$$;
revoke execute on function private.place_of_event from public;

-- An update is published when the client can see it; one for the agency alone is not.
create function private.tell_webhooks_of_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place record;
begin
  if not private.is_bringing_back() then
    select * into place from private.place_of_event(new.project_id);
    perform private.tell_webhooks(
      place.agency, 'update.published', new.id, place.client,
      jsonb_build_object(
        'id', new.id, 'title', new.title, 'update_type', new.update_type, 'answer_by', new.answer_by,
        'shown_at', new.shown_at) || place.data
    );
  end if;
  return null;
end
$$;
revoke execute on function private.tell_webhooks_of_update from public;

create trigger tell_webhooks
  after insert on public.project_updates for each row
  when (new.shown_at is not null)
  execute function private.tell_webhooks_of_update();
create trigger tell_webhooks_later
  after update on public.project_updates for each row
  when (old.shown_at is null and new.shown_at is not null)
  execute function private.tell_webhooks_of_update();

-- A client answers an update on their page, or writes a mail, which is told without its text. It is about the update, so that it
-- is delivered after it.
create function private.tell_webhooks_of_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  answered public.project_updates;
  place record;
begin
  if private.is_bringing_back() then
    return null;
  end if;
  select * into answered from public.project_updates where id = new.update_id;
  select * into place from private.place_of_event(answered.project_id);
  perform private.tell_webhooks(
    place.agency, 'client.answered', answered.id, place.client,
    jsonb_build_object(
      'id', new.id, 'update_id', answered.id, 'update_title', answered.title, 'created_at', new.created_at
    )
    || case
      when tg_table_name = 'update_answers' then
        jsonb_build_object('answer', to_jsonb(new) -> 'answer', 'comment', to_jsonb(new) -> 'comment', 'name', to_jsonb(new) -> 'name')
      else jsonb_build_object('answer', 'mail', 'comment', null, 'name', to_jsonb(new) -> 'sender_name')
    end
    || place.data
  );
  return null;
end
$$;
revoke execute on function private.tell_webhooks_of_answer from public;

create trigger tell_webhooks
  after insert on public.update_answers for each row execute function private.tell_webhooks_of_answer();
create trigger tell_webhooks
  after insert on public.client_notes for each row
  when (new.is_confirmed and new.update_id is not null)
  execute function private.tell_webhooks_of_answer();

create function private.tell_webhooks_of_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place record;
begin
  if not private.is_bringing_back() then
    select * into place from private.place_of_event(new.project_id);
    perform private.tell_webhooks(
      place.agency, 'step.done', new.id, place.client,
      jsonb_build_object('id', new.id, 'title', new.title, 'due_on', new.due_on, 'done_at', new.done_at) || place.data
    );
  end if;
  return null;
end
$$;
revoke execute on function private.tell_webhooks_of_step from public;

create trigger tell_webhooks
  after insert on public.project_steps for each row
  when (new.is_done)
  execute function private.tell_webhooks_of_step();
create trigger tell_webhooks_later
  after update of is_done on public.project_steps for each row
  when (new.is_done and not old.is_done)
  execute function private.tell_webhooks_of_step();

-- Events about a deleted client or enquiry are deleted with it, so that its personal data does not remain in them.
create function private.forget_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.webhook_deliveries where client_id = old.id or object_id = old.id;
  return null;
end
$$;
revoke execute on function private.forget_events from public;

create trigger forget_events
  after delete on public.clients for each row execute function private.forget_events();
create trigger forget_events
  after delete on public.contact_submissions for each row execute function private.forget_events();
