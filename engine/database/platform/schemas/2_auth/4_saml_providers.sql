create table auth.saml_providers (
  id                uuid not null primary key,
  sso_provider_id   uuid not null references auth.sso_providers (id) on delete cascade,
  entity_id         text not null unique constraint "entity_id not empty" check (char_length(entity_id) > 0),
  metadata_xml      text not null constraint "metadata_xml not empty" check (char_length(metadata_xml) > 0),
  metadata_url      text constraint "metadata_url not empty" check (metadata_url = null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at        timestamptz,
  updated_at        timestamptz,
  name_id_format    text
);
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);
