-- Steps of the projects that are under way, and of those that are planned. Care plans have one that repeats every month.
create temporary table demo_steps (project_type text, number int, title text, repeats text);
grant select on demo_steps to authenticated;
insert into demo_steps (project_type, number, title, repeats) values
  ('web_development', 1, 'Collect copy and photos', null),
  ('web_development', 2, 'Wireframes for the client', null),
  ('web_development', 3, 'Build, and test on three phones', null),
  ('web_development', 4, 'Launch and hand over', null),
  ('digital_marketing', 1, 'Agree on audience and budget', null),
  ('digital_marketing', 2, 'Write the ads', null),
  ('digital_marketing', 3, 'Set up call tracking', null),
  ('digital_marketing', 4, 'Report after two weeks', null),
  ('graphic_design', 1, 'Sketch two directions', null),
  ('graphic_design', 2, 'One round of feedback', null),
  ('graphic_design', 3, 'Files for the printer', null),
  ('ai_automation', 1, 'List what customers ask', null),
  ('ai_automation', 2, 'First version for the staff', null),
  ('ai_automation', 3, 'Switch it on', null),
  ('consultation', 1, 'Send the questionnaire', null),
  ('consultation', 2, 'Write the summary', null),
  ('maintenance', 1, 'Updates and backup', 'month');

do $$
declare
  writer text;
begin
  for writer in select distinct author from demo_plans loop
    perform pg_temp.act_as(writer);
    insert into public.project_steps (project_id, title, due_on, assigned_to, is_done, repeats, position)
    select projects.id, demo_steps.title,
           current_date + (demo_plans.number * 7 % 11) - 1 + (demo_steps.number - under_way.step) * 6,
           projects.assigned_to, demo_steps.number < under_way.step, demo_steps.repeats, demo_steps.number
    from demo_plans
    join public.projects on projects.client_id = demo_plans.client_id and projects.name = demo_plans.name
    join demo_steps on demo_steps.project_type = projects.project_type
    cross join lateral (
      select case projects.status when 'planning' then 1 when 'in_progress' then 2 when 'review' then 3 end as step
    ) as under_way
    where author = writer and under_way.step is not null
    order by demo_plans.number, demo_steps.number;
    reset role;
  end loop;
end
$$;

update public.project_steps set created_at = projects.created_at + interval '1 hour'
from public.projects where projects.id = project_steps.project_id;
