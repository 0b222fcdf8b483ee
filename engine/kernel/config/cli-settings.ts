// The settings that the Supabase CLI knows: pkg/config/*.go of supabase/cli parses config.toml into these, as of commit
// 1d1e7191268e068fe9cb6aba524d1c619a9c727b (1 June 2026). The CLI refuses a file with any other key.

/**
 * One line for each section: its keys, each with the kind of its value. `*` stands for names that a project chooses.
 */
const cliSettings = `
  .: project_id string
  api: enabled boolean, schemas strings, extra_search_path strings, max_rows integer, auto_expose_new_tables
      boolean, port integer, external_url string
  api.tls: enabled boolean, cert_path string, key_path string
  db: port integer, shadow_port integer, health_timeout duration, major_version integer, root_key string
  db.pooler: enabled boolean, port integer, pool_mode transaction|session, default_pool_size integer,
      max_client_conn integer
  db.migrations: enabled boolean, schema_paths strings
  db.seed: enabled boolean, sql_paths strings
  db.settings: effective_cache_size string, logical_decoding_work_mem string, maintenance_work_mem string,
      max_connections integer, max_locks_per_transaction integer, max_parallel_maintenance_workers integer,
      max_parallel_workers integer, max_parallel_workers_per_gather integer, max_replication_slots integer,
      max_slot_wal_keep_size string, max_standby_archive_delay string, max_standby_streaming_delay string,
      max_wal_size string, max_wal_senders integer, max_worker_processes integer, session_replication_role
      origin|replica|local, shared_buffers string, statement_timeout string, track_activity_query_size string,
      track_commit_timestamp boolean, wal_keep_size string, wal_sender_timeout string, work_mem string
  db.network_restrictions: enabled boolean, allowed_cidrs strings, allowed_cidrs_v6 strings
  db.ssl_enforcement: enabled boolean
  db.vault: * string
  realtime: enabled boolean, ip_version IPv6|IPv4, max_header_length integer
  studio: enabled boolean, port integer, api_url string, openai_api_key string
  inbucket: enabled boolean, port integer, smtp_port integer, pop3_port integer, admin_email string, sender_name
      string
  storage: enabled boolean, file_size_limit size
  storage.image_transformation: enabled boolean
  storage.s3_protocol: enabled boolean
  storage.buckets.*: public boolean, file_size_limit size, allowed_mime_types strings, objects_path string
  storage.analytics: enabled boolean, max_namespaces integer, max_tables integer, max_catalogs integer
  storage.analytics.buckets.*:
  storage.vector: enabled boolean, max_buckets integer, max_indexes integer
  storage.vector.buckets.*:
  auth: enabled boolean, site_url string, external_url string, additional_redirect_urls strings, jwt_expiry
      integer, jwt_issuer string, enable_refresh_token_rotation boolean, refresh_token_reuse_interval integer,
      enable_manual_linking boolean, enable_signup boolean, enable_anonymous_sign_ins boolean,
      minimum_password_length integer, password_requirements
      |letters_digits|lower_upper_letters_digits|lower_upper_letters_digits_symbols, signing_keys_path string,
      publishable_key string, secret_key string, jwt_secret string, anon_key string, service_role_key string
  auth.passkey: enabled boolean
  auth.webauthn: rp_display_name string, rp_id string, rp_origins strings
  auth.rate_limit: anonymous_users integer, token_refresh integer, sign_in_sign_ups integer, token_verifications
      integer, email_sent integer, sms_sent integer, web3 integer
  auth.captcha: enabled boolean, provider hcaptcha|turnstile, secret string
  auth.hook.mfa_verification_attempt: enabled boolean, uri string, secrets string
  auth.hook.password_verification_attempt: enabled boolean, uri string, secrets string
  auth.hook.custom_access_token: enabled boolean, uri string, secrets string
  auth.hook.send_sms: enabled boolean, uri string, secrets string
  auth.hook.send_email: enabled boolean, uri string, secrets string
  auth.hook.before_user_created: enabled boolean, uri string, secrets string
  auth.mfa: max_enrolled_factors integer
  auth.mfa.totp: enroll_enabled boolean, verify_enabled boolean
  auth.mfa.phone: enroll_enabled boolean, verify_enabled boolean, otp_length integer, template string,
      max_frequency duration
  auth.mfa.web_authn: enroll_enabled boolean, verify_enabled boolean
  auth.sessions: timebox duration, inactivity_timeout duration
  auth.email: enable_signup boolean, double_confirm_changes boolean, enable_confirmations boolean,
      secure_password_change boolean, max_frequency duration, otp_length integer, otp_expiry integer
  auth.email.template.*: subject string, content string, content_path string
  auth.email.notification.*: enabled boolean, subject string, content string, content_path string
  auth.email.smtp: enabled boolean, host string, port integer, user string, pass string, admin_email string,
      sender_name string
  auth.sms: enable_signup boolean, enable_confirmations boolean, template string, max_frequency duration
  auth.sms.twilio: enabled boolean, account_sid string, message_service_sid string, auth_token string
  auth.sms.twilio_verify: enabled boolean, account_sid string, message_service_sid string, auth_token string
  auth.sms.messagebird: enabled boolean, originator string, access_key string
  auth.sms.textlocal: enabled boolean, sender string, api_key string
  auth.sms.vonage: enabled boolean, from string, api_key string, api_secret string
  auth.sms.test_otp: * string
  auth.external.*: enabled boolean, client_id string, secret string, url string, redirect_uri string,
      skip_nonce_check boolean, email_optional boolean
  auth.web3.solana: enabled boolean
  auth.web3.ethereum: enabled boolean
  auth.oauth_server: enabled boolean, allow_dynamic_registration boolean, authorization_url_path string
  auth.third_party.firebase: enabled boolean, project_id string
  auth.third_party.auth0: enabled boolean, tenant string, tenant_region string
  auth.third_party.aws_cognito: enabled boolean, user_pool_id string, user_pool_region string
  auth.third_party.clerk: enabled boolean, domain string
  auth.third_party.workos: enabled boolean, issuer_url string
  edge_runtime: enabled boolean, policy per_worker|oneshot, inspector_port integer, deno_version integer
  edge_runtime.secrets: * string
  functions.*: enabled boolean, verify_jwt boolean, import_map string, entrypoint string, static_files strings
  analytics: enabled boolean, port integer, backend postgres|bigquery, gcp_project_id string, gcp_project_number
      string, gcp_jwt_path string, vector_port integer
  experimental: orioledb_version string, s3_host string, s3_region string, s3_access_key string, s3_secret_key
      string
  experimental.webhooks: enabled boolean
  experimental.pgdelta: enabled boolean, declarative_schema_path string, format_options string
  experimental.inspect: rules tables
`

/** The names of the sections, each with its keys and the kinds of their values. */
export const cliSections: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  cliSettings
    .trim()
    .split(/\n {2}(?=\S)/)
    .map((line) => {
      const [, section = '', keys = ''] = /^(\S+):\s*(.*)$/s.exec(line) ?? []
      const kinds = keys.split(/,\s+/).map((key): [string, string] => {
        const [name = '', kind = ''] = key.split(/\s+/)
        return [name, kind]
      })
      return [section, new Map(keys === '' ? [] : kinds)]
    }),
)
