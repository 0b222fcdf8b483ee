import { messageOf } from '../../lib/errors.ts'
import { failureNotice, NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

const NEEDS_PRIVILEGES = ' You need admin or agency_admin privileges to create users.'

/** Toasts about people and their accounts. */
export const userToasts = {
  missingFields: {
    title: 'Missing required fields',
    description: 'Email, Name, and Password are required to create a user.',
  },
  passwordTooShort: { title: 'Password too short', description: 'Password must be at least 6 characters long.' },
  created: { title: 'User created' },
  creationFailed: (error: unknown) => {
    const message = messageOf(error, 'Failed to create user. Please try again.')
    const isAboutPermission = /not allowed|forbidden|permission|jwt/i.test(message)
    return { title: 'Creation failed', description: isAboutPermission ? message + NEEDS_PRIVILEGES : message }
  },
  missingInvitation: {
    title: 'Missing required fields',
    description: 'Email and Name are required to invite someone.',
  },
  missingAgency: { title: 'Missing required fields', description: 'Choose the agency they work for.' },
  invited: { title: 'Invitation sent', description: 'The link in the email lets them choose a password.' },
  invitationFailed: plainFailureNotice('Invitation not sent', 'Failed to invite. Please try again.'),
  roleAssigned: { title: 'Role assigned' },
  roleRemoved: { title: 'Role removed' },
  roleAssignmentFailed: { title: 'Error', description: 'Failed to assign role. Please try again.' },
  roleRemovalFailed: { title: 'Error', description: 'Failed to remove role. Please try again.' },
  passwordRequired: { title: 'Password required', description: 'Please enter a new password.' },
  passwordsDiffer: {
    title: 'Passwords do not match',
    description: 'Please make sure both password fields match.',
  },
  passwordReset: { title: 'Password reset successful' },
  resetFailed: failureNotice('Reset failed', 'Failed to reset password. Please try again.'),
  invitedAgain: {
    title: 'Invitation sent',
    description: 'The new link replaces the old one, which no longer works.',
  },
  invitationRevoked: { title: 'Invitation revoked', description: 'The link in the email no longer works.' },
  revocationFailed: plainFailureNotice('Invitation not revoked', NO_ANSWER),
  addressAsked: {
    title: 'Link sent',
    description: 'The address changes once the link in the email to the new one is opened.',
  },
  addressNotAsked: plainFailureNotice('Email not changed', NO_ANSWER),
  deactivated: { title: 'User deactivated', description: 'They are signed out everywhere.' },
  deactivationFailed: plainFailureNotice('User not deactivated', NO_ANSWER),
  broughtBack: {
    title: 'User brought back',
    description: 'They can sign in again with their old password.',
  },
  bringingBackFailed: plainFailureNotice('User not brought back', NO_ANSWER),
  idCopied: { title: 'Copied', description: 'ID copied to clipboard.' },
  idNotCopied: { title: 'Error', description: 'The ID could not be copied. Please copy it manually.' },
  passwordCopied: { title: 'Copied', description: 'Password copied to clipboard.' },
  passwordNotCopied: { title: 'Error', description: 'The password could not be copied. Please copy it manually.' },
} satisfies ToastTexts
