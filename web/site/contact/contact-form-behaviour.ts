import type { Behaviour } from '../bring-to-life.ts'

export const sendContactForms: Behaviour = () => {}
