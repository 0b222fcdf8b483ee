-- Notices get the dates of their events, and those older than a few days are marked as read.
update public.notices set created_at = happened.at
from (
  select notices.id,
    coalesce(projects.created_at, project_steps.created_at, update_answers.created_at, contact_submissions.created_at, chat_messages.created_at,
             client_notes.created_at, project_notes.created_at) as at
  from public.notices
  left join public.projects on projects.id = notices.project_id
  left join public.project_steps on project_steps.id = notices.step_id
  left join public.update_answers on update_answers.id = notices.answer_id
  left join public.contact_submissions on contact_submissions.id = notices.enquiry_id
  left join public.chat_messages on chat_messages.id = notices.message_id
  left join public.client_notes on client_notes.id = notices.client_note_id
  left join public.project_notes on project_notes.id = notices.project_note_id
) as happened
where happened.id = notices.id;

update public.notices set read_at = created_at + interval '1 hour'
where created_at < now() - interval '4 days'
   or enquiry_id in (select id from public.contact_submissions where state <> 'new');
