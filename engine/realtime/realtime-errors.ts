/** Why a client may not join or stay (docs/wire/realtime.md#joining). */
export class RealtimeRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
  /** The text that answers a join; a channel that is closed later gets the message alone. */
  get reason() {
    return `${this.code}: ${this.message}`
  }
}

export const refusals = {
  noTopic: () => new RealtimeRefusal('TopicNameRequired', 'You must provide a topic name'),
  tokenMalformed: () => new RealtimeRefusal('MalformedJWT', 'The token provided is not a valid JWT'),
  tokenForged: () => new RealtimeRefusal('JwtSignatureError', 'Failed to validate JWT signature'),
  tokenExpired: (exp: number) =>
    new RealtimeRefusal('InvalidJWTToken', `Token has expired ${Math.floor(Date.now() / 1000 - exp)} seconds ago`),
  claimsMissing: () => new RealtimeRefusal('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT'),
  sessionEnded: (message: string) => new RealtimeRefusal('InvalidJWTToken', message),
  notReadable: (sub: string) =>
    new RealtimeRefusal('Unauthorized', `You do not have permissions to read from this Channel topic: ${sub}`),
  noLongerReadable: (sub: string) =>
    new RealtimeRefusal('Unauthorized', `You no longer have permission to read from this Channel topic: ${sub}`),
  replayOfPublic: () => new RealtimeRefusal('UnableToReplayMessages', 'Replay is not allowed for public channels'),
  replayNotValid: () => new RealtimeRefusal('UnableToReplayMessages', 'Replay params are not valid'),
  cannotFollow: (message: string) => new RealtimeRefusal('RealtimeDisabledForConfiguration', message),
}
