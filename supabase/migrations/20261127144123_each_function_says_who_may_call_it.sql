-- each function says who may call it

revoke execute on function private.session_owner from public;

revoke execute on function private.my_id from public;

grant execute on function private.my_id to anon, authenticated, service_role;

revoke execute on function private.has_role from public;

grant execute on function private.has_role to authenticated;

revoke execute on function private.is_super_admin from public;

grant execute on function private.is_super_admin to authenticated, service_role;

revoke execute on function private.my_agency_id from public;

grant execute on function private.my_agency_id to authenticated, service_role;

revoke execute on function private.my_active_agency_id from public;

grant execute on function private.my_active_agency_id to authenticated, service_role;

revoke execute on function private.is_staff from public;

grant execute on function private.is_staff to authenticated;

revoke execute on function private.may_write from public;

grant execute on function private.may_write to authenticated;

revoke execute on function private.is_staff_of from public;

grant execute on function private.is_staff_of to authenticated, service_role;

revoke execute on function public.me from public, anon, service_role;

grant execute on function public.me to authenticated;

revoke execute on function private.is_email from public;

grant execute on function private.is_email to anon, authenticated, service_role;

revoke execute on function private.is_web_address from public;

grant execute on function private.is_web_address to authenticated, service_role;

revoke execute on function private.is_bringing_back from public;

grant execute on function private.is_bringing_back to authenticated, service_role;

revoke execute on function private.can_be_mailed from public;

revoke execute on function private.require_mailable from public;

revoke execute on function private.fill_in_caller from public;

revoke execute on function private.fill_in_agency from public;

revoke execute on function private.touch_updated_at from public;

revoke execute on function private.note_edit from public;

revoke execute on function private.recheck_chat from public;

revoke execute on function private.are_social_links from public;

grant execute on function private.are_social_links to authenticated, service_role;

revoke execute on function private.is_entry from public;

grant execute on function private.is_entry to authenticated, service_role;

revoke execute on function private.are_entries from public;

grant execute on function private.are_entries to authenticated, service_role;

revoke execute on function private.are_fields_of_work from public;

grant execute on function private.are_fields_of_work to authenticated, service_role;

revoke execute on function private.verify_agency_edit from public;

revoke execute on function private.hand_over_website from public;

revoke execute on function private.inherit_website from public;

revoke execute on function private.website_agency_id from public;

grant execute on function private.website_agency_id to authenticated, service_role;

revoke execute on function private.reads_enquiries from public;

grant execute on function private.reads_enquiries to authenticated;

revoke execute on function private.answers_enquiries from public;

grant execute on function private.answers_enquiries to authenticated;

revoke execute on function public.website_facts from public, anon, authenticated, service_role;

grant execute on function public.website_facts to anon, authenticated, service_role;

revoke execute on function private.verify_profile_edit from public;

revoke execute on function private.unassign_projects from public;

revoke execute on function private.leave_chat from public;

revoke execute on function private.verify_role_change from public;

revoke execute on function private.keep_a_super_admin from public;

revoke execute on function private.write_user_account from public;

revoke execute on function private.rename_client_in_projects from public;

revoke execute on function private.fill_in_project_agency from public;

revoke execute on function private.verify_assignee from public;

revoke execute on function private.project_search_text from public;

revoke execute on function private.write_project_search_text from public;

revoke execute on function private.read_internal_as_agency from public;

revoke execute on function private.keep_update_version from public;

revoke execute on function private.note_since_when_shown from public;

revoke execute on function private.delete_files_of_updates from public;

revoke execute on function private.delete_files_of_attachments from public;

revoke execute on function private.keep_link_within_bounds from public;

revoke execute on function public.make_client_link from public, anon;

grant execute on function public.make_client_link to authenticated, service_role;

revoke execute on function private.limit_client_mails from public;

revoke execute on function private.give_number from public;

revoke execute on function private.limit_messages from public;

revoke execute on function public.edit_message from public, anon;

grant execute on function public.edit_message to authenticated, service_role;

revoke execute on function public.delete_message from public, anon;

grant execute on function public.delete_message to authenticated, service_role;

revoke execute on function public.open_chat_connection, public.close_chat_connection, public.keep_chat_connections
  from public, anon, authenticated;

grant execute on function public.open_chat_connection to authenticated;

grant execute on function public.open_chat_connection to service_role;

revoke execute on function private.sealed_bytes from public;

revoke execute on function private.keep_payload_in_place from public;

revoke execute on function private.remember_deleted_entry from public;

revoke execute on function private.could_read_deleted_entry from public;

grant execute on function private.could_read_deleted_entry to authenticated;

revoke execute on function private.is_my_client from public;

grant execute on function private.is_my_client to authenticated;

revoke execute on function private.delete_ownerless_entry from public;

revoke execute on function private.unlink_entries_elsewhere from public;

revoke execute on function private.note_password_change from public;

revoke execute on function public.change_vault_passphrase from public, anon, service_role;

grant execute on function public.change_vault_passphrase to authenticated;

revoke execute on function private.request_header from public;

revoke execute on function private.sender_network from public;

revoke execute on function private.count_links from public;

revoke execute on function private.weigh_message from public;

revoke execute on function private.skip_repeated_message from public;

revoke execute on function private.handle_enquiry from public;

revoke execute on function public.make_client_of_enquiry from public, anon;

grant execute on function public.make_client_of_enquiry to authenticated, service_role;

revoke execute on function public.enquiry_figures from public, anon;

grant execute on function public.enquiry_figures to authenticated, service_role;

revoke execute on function private.forget_old_notices from public;

revoke execute on function private.tell_assignee from public;

revoke execute on function private.tell_of_answer from public;

revoke execute on function private.tell_of_enquiry from public;

revoke execute on function private.tell_mentioned_in_chat from public;

revoke execute on function private.tell_mentioned_in_note from public;

revoke execute on function public.messages_read_until from public, anon;

grant execute on function public.messages_read_until to authenticated, service_role;

revoke execute on function public.mark_messages_read from public, anon;

grant execute on function public.mark_messages_read to authenticated, service_role;

revoke execute on function public.chat_reads from public, anon;

grant execute on function public.chat_reads to authenticated, service_role;

revoke execute on function public.my_unread from public, anon;

grant execute on function public.my_unread to authenticated, service_role;

revoke execute on function private.leave_notices from public;

revoke execute on function private.limit_saved_views from public;

revoke execute on function public.count_pages from public, anon, authenticated;

grant execute on function public.count_pages to service_role;

revoke execute on function public.visit_figures from public, anon;

grant execute on function public.visit_figures to authenticated, service_role;

revoke execute on function public.queued_mails from public, anon;

grant execute on function public.queued_mails to authenticated, service_role;

revoke execute on function public.mail_state from public, anon;

grant execute on function public.mail_state to authenticated, service_role;

revoke execute on function public.send_mail_again from public, anon;

grant execute on function public.send_mail_again to authenticated, service_role;

revoke execute on function public.send_mails_again from public, anon;

grant execute on function public.send_mails_again to authenticated, service_role;

revoke execute on function public.dismiss_mail from public, anon;

grant execute on function public.dismiss_mail to authenticated, service_role;

revoke execute on function public.backup_state from public, anon;

grant execute on function public.backup_state to authenticated, service_role;

revoke execute on function private.name_at_sign_up from public;

revoke execute on function private.welcome_user from public;

revoke execute on function private.rename_newcomer from public;

revoke execute on function private.roles_below_mine from public;

revoke execute on function public.deactivate_person from public, anon;

grant execute on function public.deactivate_person to authenticated, service_role;

revoke execute on function public.bring_back_person from public, anon;

grant execute on function public.bring_back_person to authenticated, service_role;

revoke execute on function private.note_deactivation from public;

revoke execute on function public.revoke_invitation from public, anon;

grant execute on function public.revoke_invitation to authenticated, service_role;

revoke execute on function private.update_of_file from public;

grant execute on function private.update_of_file to authenticated;

revoke execute on function private.hold_update from public;

grant execute on function private.hold_update to authenticated;

revoke execute on function private.writes_website from public;

grant execute on function private.writes_website to authenticated;

revoke execute on function private.pictures_of from public;

revoke execute on function private.drop_pictures from public;

revoke execute on function private.valid_client_link from public;

revoke execute on function private.name_within_link from public;

revoke execute on function private.plain_words from public;

grant execute on function private.plain_words to authenticated, service_role;

revoke execute on function public.text_gives_away from public, anon;

grant execute on function public.text_gives_away to authenticated, service_role;

revoke execute on function private.anywhere from public;

revoke execute on function private.found_containing from public;

grant execute on function private.found_containing to authenticated, service_role;

revoke execute on function private.found_like from public;

grant execute on function private.found_like to authenticated, service_role;

revoke execute on function public.find_anything from public, anon;

grant execute on function public.find_anything to authenticated, service_role;

revoke execute on function private.audit_encrypt from public;

revoke execute on function private.audit_decrypt from public;

grant execute on function private.audit_decrypt to authenticated, service_role;

revoke execute on function private.audit_subjects_named from public;

grant execute on function private.audit_subjects_named to authenticated, service_role;

revoke execute on function private.audit_name from public;

revoke execute on function private.audit_asker from public;

revoke execute on function private.audit from public;

revoke execute on function public.audit_trail from public, anon;

grant execute on function public.audit_trail to authenticated, service_role;

revoke execute on function public.note_audit_export from public, anon;

grant execute on function public.note_audit_export to authenticated, service_role;

revoke execute on function public.note_list_export from public, anon, service_role;

grant execute on function public.note_list_export to authenticated;

revoke execute on function private.audit_text from public;

revoke execute on function private.audit_hash from public;

revoke execute on function private.remember_audit_line from public;

revoke execute on function private.seal_audit_trail from public;

revoke execute on function private.trim_audit_trail from public;

revoke execute on function private.note_account_changes from public;

revoke execute on function private.audit_account from public;

revoke execute on function private.audit_agency_of from public;

revoke execute on function private.audit_kinds from public;

revoke execute on function private.audit_role from public;

revoke execute on function private.audit_move from public;

revoke execute on function private.audit_agency from public;

revoke execute on function private.audit_deleted_client from public;

revoke execute on function private.audit_deleted_project from public;

revoke execute on function private.audit_deleted_entry from public;

revoke execute on function private.audit_deleted_enquiry from public;

revoke execute on function private.audit_vault_use from public;

revoke execute on function private.leaver_left_at from public;

grant execute on function private.leaver_left_at to authenticated;

revoke execute on function public.leavers_list from public, anon, service_role;

grant execute on function public.leavers_list to authenticated;

revoke execute on function public.leaver from public, anon, service_role;

grant execute on function public.leaver to authenticated;

revoke execute on function private.references_to from public;

revoke execute on function private.keep_deleted from public;

revoke execute on function private.key_matches from public;

revoke execute on function public.bring_back from public, anon, service_role;

grant execute on function public.bring_back to authenticated;

revoke execute on function private.agency_of_chat_file from public;

grant execute on function private.agency_of_chat_file to authenticated;

revoke execute on function private.was_sent from public;

grant execute on function private.was_sent to authenticated;

revoke execute on function private.take_files from public;

revoke execute on function private.delete_files_of_messages from public;

revoke execute on function private.delete_files_of_chat from public;

revoke execute on function public.match_clients from public, anon, service_role;

grant execute on function public.match_clients to authenticated;

revoke execute on function public.match_projects from public, anon, service_role;

grant execute on function public.match_projects to authenticated;

revoke execute on function private.imported_columns from public;

grant execute on function private.imported_columns to authenticated;

revoke execute on function public.import_rows from public, anon, service_role;

grant execute on function public.import_rows to authenticated;

revoke execute on function public.undo_import from public, anon, service_role;

grant execute on function public.undo_import to authenticated;

revoke execute on function public.ask_address_change from public, anon;

grant execute on function public.ask_address_change to authenticated, service_role;

revoke execute on function private.hash_of_id from public;

revoke execute on function public.api_surface from public, anon, authenticated;

grant execute on function public.api_surface to service_role;
