import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const projectToasts = {
  missingFields: { title: 'Error', description: 'Please fill in all required fields.' },
  missingAgency: { title: 'Error', description: 'Please select a client with an assigned agency.' },
  created: { title: 'Project created' },
  stepsMissing: { title: 'Steps not added', description: 'The project is there without them. Add them on its page.' },
  updated: { title: 'Project updated' },
  deleted: { title: 'Project deleted' },
  assigned: { title: 'Assignment updated' },
  creationFailed: { title: 'Error', description: 'Failed to create project. Please try again.' },
  updateFailed: { title: 'Error', description: 'Failed to update project. Please try again.' },
  deletionFailed: { title: 'Error', description: 'Failed to delete project. Please try again.' },
  assignmentFailed: { title: 'Error', description: 'Failed to update assignment. Please try again.' },
  notMoved: plainFailureNotice('Project not moved', NO_ANSWER),
  stepMoved: { title: 'Step moved' },
  stepNotMoved: plainFailureNotice('Step not moved', NO_ANSWER),
} satisfies ToastTexts
