import { AuthError, invalid, OAuthError } from '../errors.ts'

/** What signing in by a wallet refuses, in GoTrue's words. */
export const walletErrors = {
  disabled: (chain?: string) =>
    new AuthError(422, 'web3_provider_disabled', `${chain ? `${chain} ` : ''}Web3 provider is disabled`),
  chainUnknown: () => new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain'),
  unreadable: invalid,
  refused: (description: string) => new OAuthError('invalid_grant', description),
}
