import { parseTemplate } from 'engine-go-template'
import { z } from 'zod'

/** The template of a text message. A mistake in it is found when the settings are read. */
export const templateText = z.string().superRefine((text, context) => {
  try {
    parseTemplate(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
})
