import { messageOf } from '../lib/errors.ts'
import type { Notice } from '../ui/toast.ts'
import type { EnquiryState } from './enquiries/enquiry.ts'
import { because, becausePlainly, NO_ANSWER } from './failure-toasts.ts'
import { importToasts } from './import/import-toasts.ts'
import { userToasts } from './users/user-toasts.ts'
import { vaultToasts } from './vault/vault-toasts.ts'
import { viewToasts } from './views/view-toasts.ts'

const ASK_AN_ADMIN =
  ' You do not have permission to create clients. Please ask an admin to grant you staff/admin access.'

/**
 * Everything the portal says when something worked or did not, to the letter (docs/specification/shell.md#failures). A
 * function takes the failure and says what it brought, or else the text the specification has for the situation.
 */
export const catalogue = {
  clients: {
    missingFields: {
      title: 'Missing required fields',
      description: 'Name and Email are required to create a client.',
    },
    created: (id: string) => ({
      title: 'Client created',
      link: { label: 'Open', to: `/dashboard/clients/${id}` },
    }),
    updated: { title: 'Client updated' },
    deleted: { title: 'Client deleted' },
    creationFailed: (error: unknown) => {
      const message = messageOf(error, 'Unable to create client.')
      const isAboutPermission = /row-level security|permission/i.test(message)
      return { title: 'Creation failed', description: isAboutPermission ? message + ASK_AN_ADMIN : message }
    },
    updateFailed: { title: 'Error', description: 'Failed to update client information.' },
    deletionFailed: because('Delete failed', 'Failed to delete client. Please try again.'),
  },

  enquiries: {
    changed: { title: 'Enquiry changed' },
    moved: (to: EnquiryState) => ({ title: movedTexts[to] }),
    // A client is one, wherever it came from.
    clientCreated: { title: 'Client created' },
    clientLinked: { title: 'Enquiry linked' },
    deleted: { title: 'Enquiry deleted' },
    changeFailed: becausePlainly('Nothing changed', 'Failed to change the enquiry. Please try again.'),
    clientFailed: becausePlainly('Creation failed', 'Unable to create client.'),
    deletionFailed: becausePlainly('Delete failed', 'Failed to delete the enquiry. Please try again.'),
  },

  updates: {
    created: { title: 'Success', description: 'Client update created successfully' },
    deleted: { title: 'Success', description: 'Update deleted successfully' },
    missingProject: { title: 'Error', description: 'Please choose a project.' },
    missingText: { title: 'Error', description: 'Title and Content are required.' },
    filesTooLarge: (names: readonly string[]) => ({
      title: names.length === 1 ? 'File too large' : 'Files too large',
      description: `At most 10 MB each: ${names.join(', ')}`,
    }),
    creationFailed: because('Error', 'Failed to create update. Please try again.'),
    filesMissing: (problems: readonly { name: string; problem: string }[]) => ({
      title: 'Error',
      description: `The update was created, but not all of its files could be attached. ${problems.map(({ name, problem }) => `${name}: ${problem}`).join(' ')}`,
    }),
    deletionFailed: because('Error', 'Failed to delete update. Please try again.'),
    changed: { title: 'Update saved' },
    changeFailed: because('Error', 'Failed to save the update. Please try again.'),
    mailed: { title: 'Mailed to the client', description: 'It leaves in a moment, with a link to their page.' },
    mailingFailed: becausePlainly('Update not mailed', NO_ANSWER),
    downloadFailed: { title: 'Error', description: 'Failed to download file' },
  },

  clientLinks: {
    missingName: { title: 'Error', description: 'Please give the link a name.' },
    makingFailed: becausePlainly('Link not made', NO_ANSWER),
    renewed: { title: 'Link renewed', description: 'It is valid for another 30 days.' },
    revoked: { title: 'Link revoked' },
    changeFailed: becausePlainly('Link not changed', NO_ANSWER),
    digestChanged: { title: 'Weekly mail changed' },
    digestFailed: becausePlainly('Weekly mail not changed', NO_ANSWER),
    copied: { title: 'Copied', description: 'Link copied to clipboard.' },
    notCopied: { title: 'Error', description: 'The link could not be copied. Please copy it by hand.' },
  },

  notes: {
    added: { title: 'Note added' },
    deleted: { title: 'Note deleted' },
    additionFailed: { title: 'Error', description: 'Failed to add note.' },
    changed: { title: 'Note saved' },
    changeFailed: becausePlainly('Note not saved', NO_ANSWER),
    deletionFailed: { title: 'Error', description: 'Failed to delete note.' },
  },

  messages: {
    editFailed: because('Not changed', 'Failed to edit the message. Please try again.'),
    deletionFailed: because('Not deleted', 'Failed to delete the message. Please try again.'),
    copied: { title: 'Copied', description: 'Link copied to clipboard.' },
    notCopied: { title: 'Error', description: 'The link could not be copied. Please copy it by hand.' },
    tooManyFiles: (most: number) => ({ title: 'Too many files', description: `A message carries ${most} at most.` }),
  },

  projects: {
    missingFields: { title: 'Error', description: 'Please fill in all required fields.' },
    missingAgency: { title: 'Error', description: 'Please select a client with an assigned agency.' },
    created: { title: 'Project created' },
    updated: { title: 'Project updated' },
    deleted: { title: 'Project deleted' },
    assigned: { title: 'Assignment updated' },
    creationFailed: { title: 'Error', description: 'Failed to create project. Please try again.' },
    updateFailed: { title: 'Error', description: 'Failed to update project. Please try again.' },
    deletionFailed: { title: 'Error', description: 'Failed to delete project. Please try again.' },
    assignmentFailed: { title: 'Error', description: 'Failed to update assignment. Please try again.' },
  },

  /** Of what is changed where it stands in a list. */
  lists: {
    /** Of several it may be told which could not be put back. */
    changeUndone: (told?: unknown) => ({
      title: 'Change undone',
      ...(typeof told === 'string' && { description: told }),
    }),
    notUndone: becausePlainly('Nothing undone', NO_ANSWER),
  },

  deleted: {
    broughtBack: { title: 'Brought back' },
    notBroughtBack: becausePlainly('Not brought back', NO_ANSWER),
  },

  views: viewToasts,
  users: userToasts,

  exports: {
    exported: { title: 'Exported', description: 'The table is among your downloads.' },
    stopped: { title: 'Export stopped', description: 'Nothing was saved.' },
    failed: becausePlainly('Not exported', NO_ANSWER),
  },

  imports: importToasts,

  audit: {
    exported: { title: 'Audit trail exported' },
    exportFailed: becausePlainly('Audit trail not exported', NO_ANSWER),
  },

  mail: {
    triedAgain: {
      title: 'Mail on its way again',
      description: 'It is tried now, and for three days where that fails.',
    },
    allTriedAgain: {
      title: 'Mails on their way again',
      description: 'They are tried now, and for three days where that fails.',
    },
    testSent: { title: 'Test mail on its way', description: 'It goes to your own address. Mail says whether it left.' },
    testFailed: becausePlainly('Test mail not sent', NO_ANSWER),
    failed: becausePlainly('Mail not sent again', NO_ANSWER),
    allFailed: becausePlainly('Mails not sent again', NO_ANSWER),
    dismissed: { title: 'Mail dismissed' },
    dismissFailed: becausePlainly('Mail not dismissed', NO_ANSWER),
  },

  roles: {
    agencyChanged: { title: 'Agency changed' },
    agencyChangeFailed: becausePlainly('Error', 'Failed to change the agency. Please try again.'),
  },

  agencies: {
    missingName: { title: 'Name is required' },
    created: { title: 'Agency created' },
    updated: { title: 'Agency updated' },
    deleted: { title: 'Agency deleted' },
    saveFailed: because('Save failed', NO_ANSWER),
    deletionFailed: because('Delete failed', NO_ANSWER),
    pictureFailed: because('Picture not uploaded', NO_ANSWER),
  },

  offline: {
    leadsOut: { title: 'You are offline', description: 'That page opens once you are back online.' },
  },

  notices: {
    readFailed: { title: 'It could not be marked as read', description: 'Please try again.' },
  },
  profile: {
    updated: { title: 'Profile updated' },
    agencyUpdated: { title: 'Agency updated' },
    missingAgencyFields: {
      title: 'Missing required fields',
      description: 'Agency name and agency email are required.',
    },
    updateFailed: { title: 'Error', description: 'Failed to update profile. Please try again.' },
    agencyUpdateFailed: { title: 'Error', description: 'Failed to update agency information. Please try again.' },
    emailChangeAsked: {
      title: 'Check your mail',
      description:
        'The address changes when the links in both mails were opened: one to the new address, one to this one.',
    },
    emailChangeFailed: because('Email not changed', NO_ANSWER),
    passwordChanged: {
      title: 'Password changed',
      description: 'Wherever else you were signed in, you are signed out.',
    },
    passwordRequired: { title: 'Password required', description: 'Please enter your current and a new password.' },
    passwordTooShort: { title: 'Password too short', description: 'Password must be at least 6 characters long.' },
    passwordsDiffer: {
      title: 'Passwords do not match',
      description: 'Please make sure both password fields match.',
    },
    currentPasswordWrong: { title: 'Password not changed', description: 'Your current password is not right.' },
    passwordChangeFailed: because('Password not changed', NO_ANSWER),
    twoStepOn: { title: 'Two-step sign-in is on', description: 'From now on, signing in asks for a code.' },
    twoStepOff: { title: 'Two-step sign-in is off' },
    twoStepFailed: because('Two-step sign-in not changed', NO_ANSWER),
    newPhone: { title: 'New phone set up', description: 'The app on the old one no longer opens your account.' },
    recoveryCodesFailed: because('No recovery codes made', NO_ANSWER),
    recoveryCodesCopied: { title: 'Copied', description: 'Recovery codes copied to clipboard.' },
    recoveryCodesNotCopied: {
      title: 'Error',
      description: 'The recovery codes could not be copied. Please copy them by hand.',
    },
  },

  vault: vaultToasts,
} satisfies Record<string, Record<string, Said>>

const movedTexts = {
  new: 'Enquiry put back',
  taken: 'Enquiry taken',
  answered: 'Enquiry answered',
  client: 'Client created',
  'not now': 'Enquiry put off',
  spam: 'Enquiry marked as spam',
} satisfies Record<EnquiryState, string>

type Said = Notice | ((...told: never[]) => Notice)
