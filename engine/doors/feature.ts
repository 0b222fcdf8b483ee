/**
 * What packages that bring a feature to the engine are written with (engine/kernel/feature.ts). They import the engine by this
 * door alone. Its tests have two of their own: `engine/testing/features` and, on the wire, `engine/testing/contract`.
 */
import type {} from '../assembly/http-server.ts'

// Any feature

export { type Config, ConfigError, readVariables } from '../kernel/config/environment-variables.ts'
export type { S3Location } from '../kernel/config/storage-url.ts'
export { isSameSecret } from '../kernel/same-secret.ts'
export { isUuid } from '../kernel/uuid.ts'
export type { Tokens } from '../tokens/tokens.ts'

// Signing in, and what administrators see of people

export { withUserCreation } from '../auth/accounts/user-creation.ts'
export type { AuthSettings } from '../auth/auth-settings.ts'
export type { CaptchaFeature, CaptchaSection } from '../auth/captcha/index.ts'
export { type Challenge, FLOW_LIFETIME_MS, parseChallenge } from '../auth/codes/pkce-flow.ts'
export { AuthError, authErrors, failed, invalid, OAuthError } from '../auth/errors.ts'
export { type Admission, admit, link, type Refused, refuse } from '../auth/external/account.ts'
export { externalErrors } from '../auth/external/errors.ts'
export { type ExternalPerson, externalPerson, type ProviderEmail } from '../auth/external/external-person.ts'
export { completeExternalFlow, type ExternalFlow, type NewFlow, startExternalFlow } from '../auth/external/flow.ts'
export { factorErrors } from '../auth/factors/errors.ts'
export type { FactorKind, keyAnswer } from '../auth/factors/factor-kind.ts'
export { dropChallenge, type KeyChallenge, type StoredFactor } from '../auth/factors/factor-rows.ts'
export type { HookName, HookSection, HooksFeature, HooksSection } from '../auth/hooks/index.ts'
export { hookNames } from '../auth/hooks/index.ts'
export { bearerClaims } from '../auth/http/bearer-claims.ts'
export { queryOf, queryText, readBody, text } from '../auth/http/read-body.ts'
export { redirectErrorValues } from '../auth/http/redirect-error.ts'
export { chooseRedirect, firstAllowed, withFragment, withQuery } from '../auth/http/redirects.ts'
export type { FactorAttempt, ProofAttempt, Rejection } from '../auth/http/report-attempt.ts'
export { isAdministrator } from '../auth/http/service-role.ts'
export { personOf } from '../auth/http/signed-in.ts'
export { type UserRoute, userIdOf } from '../auth/http/user-id.ts'
export type { AddressLimiter } from '../auth/limits/requests-per-address.ts'
export type { NotificationMail } from '../auth/mail/notification-mails.ts'
export type { ProvidersFeature } from '../auth/providers/index.ts'
export { issuerOf, providerNames } from '../auth/providers/names.ts'
export { type ExternalSection, externalSection, requireOffered } from '../auth/providers/section.ts'
export { issuerDisabled, stateUnknown } from '../auth/providers/without-providers.ts'
export { requireSecondFactor } from '../auth/sessions/assurance-levels.ts'
export type { Grant } from '../auth/sessions/grant.ts'
export { sessionFragment } from '../auth/sessions/session-fragment.ts'
export { sessionJson, type TokenClaims } from '../auth/sessions/session-json.ts'
export { openSession, type SignedIn, SSO_PREFIX } from '../auth/sessions/sessions.ts'
export { readerOf, writerOf } from '../auth/single-statements.ts'
export type { TextMessage } from '../auth/sms/sms-sender.ts'
export type { SamlFeature } from '../auth/sso/index.ts'
export { audit, serviceRole } from '../auth/users/audit-log.ts'
export { isBanned, isConfirmed, isPhoneConfirmed, type User } from '../auth/users/user.ts'
export { rfc3339, userJson } from '../auth/users/user-json.ts'
export { findUser, lockUser } from '../auth/users/user-rows.ts'
export { type Visitor, visitorOf } from '../auth/visitor.ts'
export type { PasskeysFeature, WebauthnSection } from '../auth/webauthn/webauthn-sections.ts'

// Files and backups

export { ARCHIVES, type BackupPlace, type StoredArchive } from '../backup/places/backup-place.ts'
export type { BackupBucketFeature } from '../backup/places/open-place.ts'
export { type Bucket, bucketColumns, findBucket, requireBucket } from '../storage/buckets/bucket-rows.ts'
export { addBucket } from '../storage/buckets/create-bucket.ts'
export { dropBucket } from '../storage/buckets/delete-bucket.ts'
export { StorageError, storageErrors } from '../storage/errors.ts'
export type { BucketFeature } from '../storage/files/bucket-package.ts'
export {
  type ByteRange,
  FileMissing,
  type FileStore,
  OWNER_FILE,
  pathOfVersion,
  StoreRefuses,
  StoreUnavailable,
} from '../storage/files/file-store.ts'
export { isVersion } from '../storage/files/file-version.ts'
export {
  parseQuarantined,
  placeInQuarantine,
  QUARANTINE,
  type Quarantine,
  today,
} from '../storage/files/quarantine.ts'
export { asCaller, asEngine, type Operation } from '../storage/http/caller-settings.ts'
export type { ObjectPath } from '../storage/http/object-path.ts'
export { FileUpload, type UploadTarget } from '../storage/incoming/file-upload.ts'
export { bytesOf, release } from '../storage/incoming/read-request-bytes.ts'
export { type Part, type Protocol, UnfinishedUploads, type Uploader } from '../storage/incoming/unfinished-uploads.ts'
export { checkedHeader, checkedType, type UploadMetadata } from '../storage/incoming/upload-metadata.ts'
export { contentHeaders } from '../storage/objects/content-headers.ts'
export { copyTo } from '../storage/objects/copy-object.ts'
export { cursorBehind, type Entry, listEntries } from '../storage/objects/list-objects-v2.ts'
export { privateCacheControl } from '../storage/objects/private-caching.ts'
export { removeObjectsOf } from '../storage/objects/remove-objects.ts'
export { serveFile } from '../storage/objects/serve-file.ts'
export { reportRefusal, toStorageError } from '../storage/render-error.ts'
export { findObject, metadataOf, type StoredObject } from '../storage/rows/object-rows.ts'
export { removeFiles } from '../storage/rows/remove-files.ts'
export type { S3Feature } from '../storage/s3/index.ts'

// The database and its extensions

export type { Caller, Database, SendMessages, Transaction } from '../database/database.ts'
export { message, messagesOf } from '../database/embedded/wire-messages.ts'
export { PROJECT_SEARCH_PATH } from '../database/migrations/migration-histories.ts'
export type { StandInsFeature, Work } from '../extensions/stand-ins.ts'

// Several processes

export type { Bus, BusChannel, BusEvents, EntryChanges, SharedEntries } from '../bus/bus.ts'
export { listeners } from '../bus/listeners.ts'
export { localCounter } from '../bus/local-counter.ts'
export type { RedisFeature } from '../bus/open-bus.ts'
export type { Counter, Limit } from '../bus/rate-counter.ts'

// Functions: types alone, since a thread that runs functions loads nothing of the server

export type { DatabaseSocketFeature } from '../functions/database-socket.ts'
export type { Start, StartedFunction } from '../functions/protocol/messages.ts'
export type { EdgeHandler, Layer, LayerHost } from '../functions/thread/runtime-layer.ts'
