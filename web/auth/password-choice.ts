/**
 * The localStorage key of the person who was signed in by a recovery mail or an invitation and has yet to choose a
 * password, so that neither a reload nor another tab skips that. It goes with the session.
 */
export const PASSWORD_CHOICE = 'password-choice'

export const owesPassword = (userId: string) => localStorage.getItem(PASSWORD_CHOICE) === userId

export function notePasswordChoice(userId: string, isOwed: boolean) {
  if (isOwed) localStorage.setItem(PASSWORD_CHOICE, userId)
  else forgetPasswordChoice()
}

export const forgetPasswordChoice = () => localStorage.removeItem(PASSWORD_CHOICE)
