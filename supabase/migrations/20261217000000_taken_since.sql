-- Whoever takes an enquiry again that is theirs already has had it since then: Undo of what was done to it leaves that as it was.
create or replace function private.handle_enquiry() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.state = 'new' then
    new.taken_by := null;
    new.taken_at := null;
    new.answered_at := null;
  else
    -- Whoever has it already has had it since then.
    if old.taken_by is null or (new.state = 'taken' and old.taken_by is distinct from private.my_id()) then
      new.taken_by := coalesce(private.my_id(), old.taken_by);
      new.taken_at := now();
    end if;
    if new.state in ('answered', 'client') then
      new.answered_at := coalesce(old.answered_at, now());
    elsif new.state = 'taken' then
      new.answered_at := null;
    end if;
  end if;
  return new;
end
$$;
