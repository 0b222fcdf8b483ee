import { failureNotice, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const profileToasts = {
  updated: { title: 'Profile updated' },
  agencyUpdated: { title: 'Agency updated' },
  missingAgencyFields: {
    title: 'Missing required fields',
    description: 'Agency name and agency email are required.',
  },
  updateFailed: { title: 'Error', description: 'Failed to update profile. Please try again.' },
  agencyUpdateFailed: { title: 'Error', description: 'Failed to update agency information. Please try again.' },
  emailChangeAsked: {
    title: 'Check your email',
    description: 'Your address changes once you have opened the links in both emails, at the old and the new address.',
  },
  emailChangeFailed: failureNotice('Email not changed', NO_ANSWER),
  passwordChanged: {
    title: 'Password changed',
    description: 'You are signed out everywhere else.',
  },
  passwordRequired: { title: 'Password required', description: 'Please enter your current and a new password.' },
  passwordTooShort: { title: 'Password too short', description: 'Password must be at least 6 characters long.' },
  passwordsDiffer: {
    title: 'Passwords do not match',
    description: 'Please make sure both password fields match.',
  },
  currentPasswordWrong: { title: 'Password not changed', description: 'Your current password is not right.' },
  passwordChangeFailed: failureNotice('Password not changed', NO_ANSWER),
  twoStepOn: { title: 'Two-step sign-in is on', description: 'From now on, signing in asks for a code.' },
  twoStepOff: { title: 'Two-step sign-in is off' },
  twoStepFailed: failureNotice('Two-step sign-in not changed', NO_ANSWER),
  newPhone: { title: 'New phone set up', description: 'The app on the old one no longer opens your account.' },
  recoveryCodesFailed: failureNotice('No recovery codes made', NO_ANSWER),
  recoveryCodesCopied: { title: 'Copied', description: 'Recovery codes copied to clipboard.' },
  recoveryCodesNotCopied: {
    title: 'Error',
    description: 'The recovery codes could not be copied. Please copy them manually.',
  },
  feedRevoked: { title: 'Calendar feed revoked' },
  feedNotMade: failureNotice('No calendar feed made', NO_ANSWER),
  feedNotRevoked: failureNotice('Calendar feed not revoked', NO_ANSWER),
  feedCopied: { title: 'Copied', description: 'Address copied to clipboard.' },
  feedNotCopied: { title: 'Error', description: 'The address could not be copied. Please copy it manually.' },
} satisfies ToastTexts
