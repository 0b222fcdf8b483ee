/** Why a client may not join or stay (docs/wire/realtime.md#joining). */
export class Refused extends Error {
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
  noTopic: () => new Refused('TopicNameRequired', 'You must provide a topic name'),
  tokenMalformed: () => new Refused('MalformedJWT', 'The token provided is not a valid JWT'),
  tokenForged: () => new Refused('JwtSignatureError', 'Failed to validate JWT signature'),
  tokenExpired: (exp: number) =>
    new Refused('InvalidJWTToken', `Token has expired ${Math.floor(Date.now() / 1000 - exp)} seconds ago`),
  claimsMissing: () => new Refused('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT'),
  sessionEnded: (message: string) => new Refused('InvalidJWTToken', message),
  notReadable: (sub: string) =>
    new Refused('Unauthorized', `You do not have permissions to read from this Channel topic: ${sub}`),
  noLongerReadable: (sub: string) =>
    new Refused('Unauthorized', `You no longer have permission to read from this Channel topic: ${sub}`),
  replayOfPublic: () => new Refused('UnableToReplayMessages', 'Replay is not allowed for public channels'),
  replayNotValid: () => new Refused('UnableToReplayMessages', 'Replay params are not valid'),
  cannotFollow: (message: string) => new Refused('RealtimeDisabledForConfiguration', message),
}
