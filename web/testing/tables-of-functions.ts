/** The tables that each function of the database writes to, by the function's name. */
const tablesOfFunctions: [RegExp, string[]][] = [
  [/^make_client_of_enquiry$/, ['clients', 'client_notes', 'contact_submissions']],
  [/^bring_back$/, ['recently_deleted']],
  [/^(undo_client_merge|merge_clients)$/, ['clients', 'recently_deleted']],
  [/^mail_client_month$/, ['client_months']],
  [/^make_program_key$/, ['program_keys']],
  [/^make_enquiry_source$/, ['enquiry_sources']],
  [/_calendar_feed$/, ['private.calendar_feeds']],
  [/^make_client_link$/, ['client_links']],
  [/webhook/, ['webhook_deliveries']],
  [/^make_main_person$/, ['clients', 'client_people', 'client_links', 'audit_events']],
  [/^note_audit_export$/, ['audit_events']],
  [/^(send_mail|dismiss_mail$)/, ['mail.mails']],
  [/^((deactivate|bring_back)_person|revoke_invitation)$/, ['user_profiles']],
  [/^deactivate_person$/, ['projects', 'clients']],
  [/_contact$/, ['clients', 'client_notes']],
  [/^take_over_entry$/, ['password_vault', 'audit_events']],
  [/^store_handed_over$/, ['password_vault', 'client_secrets']],
  [/^change_vault_passphrase$/, ['password_vault', 'vault_access_logs']],
]

export const tablesWrittenBy = (name: string): string[] =>
  tablesOfFunctions.flatMap(([pattern, tables]) => (pattern.test(name) ? tables : []))
