/**
 * Everything that packages use to add a feature to the engine (engine/kernel/feature.ts). They import the engine by
 * this door alone. Their tests have two doors of their own: `engine/testing/features` and, for tests over HTTP,
 * `engine/testing/contract`.
 */
import type {} from '../assembly/http-server.ts'

// For every feature

export { type Config, ConfigError, readVariables } from '../kernel/config/environment-variables.ts'
export type { S3Location } from '../kernel/config/storage-url.ts'
export { isErrno } from '../kernel/errno.ts'
export { mapLimit } from '../kernel/map-limit.ts'
export { networkOf } from '../kernel/network.ts'

export { isSameSecret } from '../kernel/same-secret.ts'
export { readText } from '../kernel/text-file.ts'
export { isUuid } from '../kernel/uuid.ts'
export type { Tokens } from '../tokens/tokens.ts'

// Sign-in and the administration of users

export { withUserCreation } from '../auth/accounts/user-creation.ts'
export type { AuthSettings } from '../auth/auth-settings.ts'
export type { CaptchaFeature, CaptchaSection } from '../auth/captcha/index.ts'
export { type Challenge, FLOW_LIFETIME_MS, parseChallenge } from '../auth/codes/pkce-flow.ts'
export { randomBase32 } from '../auth/codes/random-base32.ts'
export { AuthError, authErrors, failed, invalid, OAuthError } from '../auth/errors.ts'
export { externalErrors } from '../auth/external/errors.ts'
export {
  type Admission,
  findOrCreateAccount,
  linkIdentity,
  type Refused,
  throwRefusal,
} from '../auth/external/external-account.ts'
export { type ExternalPerson, externalPerson, type ProviderEmail } from '../auth/external/external-person.ts'
export { completeExternalFlow, type ExternalFlow, type NewFlow, startExternalFlow } from '../auth/external/flow.ts'
export { amrMethods } from '../auth/factors/amr-method.ts'
export { factorErrors } from '../auth/factors/errors.ts'
export { canStandAlone, type FactorKind, type keyAnswer } from '../auth/factors/factor-kind.ts'
export { requireBelowFactorLimit } from '../auth/factors/factor-limit.ts'
export { dropChallenge, insertFactor, type KeyChallenge, type StoredFactor } from '../auth/factors/factor-rows.ts'
export { removeFactor } from '../auth/factors/remove-factor.ts'
export type { HookName, HookSection, HooksFeature, HooksSection } from '../auth/hooks/index.ts'
export { hookNames } from '../auth/hooks/index.ts'
export { bearerClaims } from '../auth/http/bearer-claims.ts'
export { queryOf, queryText, readBody, readOptionalBody, text } from '../auth/http/read-body.ts'
export { redirectErrorValues } from '../auth/http/redirect-error.ts'
export { chooseRedirect, firstAllowed, withFragment, withQuery } from '../auth/http/redirects.ts'
export type { FactorAttempt, ProofAttempt, Rejection } from '../auth/http/report-attempt.ts'
export { isAdministrator } from '../auth/http/service-role.ts'
export { personOf, refuseAnonymous } from '../auth/http/signed-in.ts'
export { type UserRoute, userIdOf } from '../auth/http/user-id.ts'
export type { AddressLimiter } from '../auth/limits/requests-per-address.ts'
export type { NotificationMail } from '../auth/mail/notification-mails.ts'
export type { ProvidersFeature } from '../auth/providers/index.ts'
export { issuerOf, providerNames } from '../auth/providers/names.ts'
export { type ExternalSection, externalSection, requireOffered } from '../auth/providers/section.ts'
export { issuerDisabled, stateUnknown } from '../auth/providers/without-providers.ts'
export { type RecoveryCodesFeature, recoveryCodesOff } from '../auth/recovery-codes/index.ts'
export { hasSecondFactor, raiseAssuranceLevel, requireSecondFactor } from '../auth/sessions/assurance-levels.ts'
export type { Grant } from '../auth/sessions/grant.ts'
export { sessionFragment } from '../auth/sessions/session-fragment.ts'
export { sessionJson, type TokenClaims } from '../auth/sessions/session-json.ts'
export { openSession, type SignedIn, SSO_PREFIX } from '../auth/sessions/sessions.ts'
export { readerOf, writerOf } from '../auth/single-statements.ts'
export type { TextMessage } from '../auth/sms/sms-sender.ts'
export type { SamlFeature } from '../auth/sso/index.ts'
export { audit, serviceRole } from '../auth/users/audit-log.ts'
export { foreignHash } from '../auth/users/foreign-hashes.ts'
export { hashing } from '../auth/users/passwords.ts'
export { isBanned, isConfirmed, isPhoneConfirmed, type User } from '../auth/users/user.ts'
export { rfc3339, userJson } from '../auth/users/user-json.ts'
export { findUser, lockUser } from '../auth/users/user-rows.ts'
export { type Visitor, visitorOf } from '../auth/visitor.ts'
export type { PasskeysFeature, WebauthnSection } from '../auth/webauthn/webauthn-sections.ts'

// The description of the REST API

export type { OpenApiFeature } from '../rest/describe-api.ts'
export type { OpenApiConfig } from '../rest/rest-config.ts'
export {
  type Column,
  type DbFunction,
  isKey,
  type KeyRelationship,
  keyOf,
  type Parameter,
  type Schema,
  type Table,
} from '../rest/schema/schema-types.ts'

// Files and backups

export { createTables } from '../backup/create-tables.ts'
export type { ImportFeature, ImportOptions, ImportResult } from '../backup/import-package.ts'
export { pauseEventTriggers, pauseTableTriggers } from '../backup/pause-triggers.ts'
export { ARCHIVES, type BackupPlace, LEFTOVER_AGE_MS, type StoredArchive } from '../backup/places/backup-place.ts'
export type { BackupBucketFeature } from '../backup/places/open-place.ts'
export { requireEmpty } from '../backup/require-empty.ts'
export { SearchPath } from '../backup/search-path.ts'
export { SuspendedConstraints } from '../backup/suspend-constraints.ts'
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
export { openStore } from '../storage/files/open-file-store.ts'
export {
  parseQuarantined,
  placeInQuarantine,
  QUARANTINE,
  type Quarantine,
  today,
} from '../storage/files/quarantine.ts'
export type { TempFile } from '../storage/files/temp-files.ts'
export { asCaller, asEngine, type Operation } from '../storage/http/caller-settings.ts'
export { callerRequired } from '../storage/http/identify-caller.ts'
export { fileBodies } from '../storage/http/leave-body-unread.ts'
export { type ObjectPath, pathOf, type WithPath } from '../storage/http/object-path.ts'
export { readBody as readStorageBody, readQuery } from '../storage/http/read-body.ts'
export type { ImagesFeature } from '../storage/images/index.ts'
export { FileUpload, type UploadTarget } from '../storage/incoming/file-upload.ts'
export { bytesOf, release } from '../storage/incoming/read-request-bytes.ts'
export {
  expiryOf,
  type Part,
  type Protocol,
  type UnfinishedUpload,
  UnfinishedUploads,
  type Uploader,
} from '../storage/incoming/unfinished-uploads.ts'
export { checkedHeader, checkedType, jsonObject, type UploadMetadata } from '../storage/incoming/upload-metadata.ts'
export { contentHeaders } from '../storage/objects/content-headers.ts'
export { copyTo } from '../storage/objects/copy-object.ts'
export { findSignedObject } from '../storage/objects/download-signed-object.ts'
export { findPublicObject } from '../storage/objects/find-readable-object.ts'
export { cursorBehind, type Entry, listEntries } from '../storage/objects/list-objects-v2.ts'
export { privateCacheControl } from '../storage/objects/private-caching.ts'
export { removeObjectsOf } from '../storage/objects/remove-objects.ts'
export { beginAnswer, downloadName, type Reading, serveFile } from '../storage/objects/serve-file.ts'
export { asSigner } from '../storage/objects/url-signer.ts'
export { reportRefusal, toStorageError } from '../storage/render-error.ts'
export type { ResumableFeature } from '../storage/resumable/index.ts'
export { findObject, metadataOf, type StoredObject } from '../storage/rows/object-rows.ts'
export { removeFiles } from '../storage/rows/remove-files.ts'
export type { S3Feature } from '../storage/s3/index.ts'

// The database and its extensions

export { copyIn } from '../database/copy-rows.ts'
export {
  type Caller,
  type Database,
  DatabaseAway,
  DatabaseBusy,
  type SendMessages,
  SessionEnded,
  type Transaction,
  type TransactionOptions,
} from '../database/database.ts'
export type { DatabaseSocketFeature } from '../database/database-socket.ts'
export { message, messagesOf } from '../database/embedded/wire-messages.ts'
export { PROJECT_SEARCH_PATH } from '../database/migrations/migration-histories.ts'
export { statementsOf } from '../database/migrations/split-statements.ts'
export { connectTo, openFolder } from '../database/offline/plain-client.ts'
export type { StandInsFeature, Work } from '../extensions/stand-ins.ts'

// Messages and counters between processes

export type { Bus, BusChannel, BusEvents, EntryChanges, SharedEntries } from '../bus/bus.ts'
export { listeners } from '../bus/listeners.ts'
export { localCounter } from '../bus/local-counter.ts'
export type { RedisFeature } from '../bus/open-bus.ts'
export type { Counter, Limit } from '../bus/rate-counter.ts'

// Functions: only types, because a thread that runs functions loads nothing of the server

export type { Start, StartedFunction } from '../functions/protocol/messages.ts'
export type { EdgeHandler, Layer, LayerHost } from '../functions/thread/runtime-layer.ts'
