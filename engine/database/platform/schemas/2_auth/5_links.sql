-- Voids the links and codes that were sent to a user and the sign-ins that they have begun. With keep_changes the links
-- that confirm a new address or number stay valid.
create function engine.void_links(person uuid, keep_changes boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.one_time_tokens
  where user_id = person
    and not (keep_changes
             and token_type in ('email_change_token_new', 'email_change_token_current', 'phone_change_token'));
  delete from auth.flow_state
  where (user_id = person or linking_target_id = person)
    and not (keep_changes and authentication_method = 'email_change' and auth_code_issued_at is null);
  update auth.users
  set confirmation_token = '', recovery_token = '', reauthentication_token = ''
  where id = person and '' < any (array[confirmation_token, recovery_token, reauthentication_token]);
  if not keep_changes then
    update auth.users
    set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
        phone_change = '', phone_change_token = ''
    where id = person and '' < any (array[email_change, phone_change]);
  end if;
end
$$;
