import { type Fields, isFields } from '../_shared/http.ts'

/** The fields of the form, where a service sends them in a way of its own; otherwise what was sent. */
export function unwrapFormService(sent: unknown): unknown {
  if (!isFields(sent)) return sent
  return jotformFields(sent) ?? typeformAnswers(sent) ?? hubspotProperties(sent) ?? sent
}

/** Jotform: `rawRequest` is JSON with `q3_name`, `q4_email4`, and the form's technical values beside them. */
function jotformFields({ rawRequest }: Fields): Fields | undefined {
  if (typeof rawRequest !== 'string') return undefined
  const raw = parseJson(rawRequest)
  if (!isFields(raw)) return undefined
  const questions = Object.entries(raw).filter(([name]) => QUESTION.test(name))
  return Object.fromEntries(questions.map(([name, value]) => [name.replace(QUESTION, '').replace(/\d+$/, ''), value]))
}

const QUESTION = /^(?:q\d+_)+(?=.)/

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Typeform (https://www.typeform.com/developers/webhooks/example-payload): the questions stand apart from their answers. */
function typeformAnswers({ form_response }: Fields): Fields | undefined {
  if (!isFields(form_response) || !Array.isArray(form_response.answers)) return undefined
  const { answers, definition } = form_response
  const questions = isFields(definition) && Array.isArray(definition.fields) ? definition.fields.filter(isFields) : []
  return {
    answers: answers.filter(isFields).map((answer) => {
      const { type, field } = answer
      const question = questions.find(({ id }) => isFields(field) && field.id === id)
      // A question for an address may have any words; its type tells what was asked.
      const isPlain = type === 'email' || type === 'phone_number'
      return { id: isPlain ? type : '', title: question?.title ?? type, value: chosen(answer[String(type)]) }
    }),
  }
}

/** What was chosen among a question's choices, or the answer as it is. */
const chosen = (answer: unknown) =>
  isFields(answer) ? (answer.label ?? answer.labels ?? answer.other ?? answer) : answer

/** HubSpot's workflows: an object with a value and its history for each property; those of HubSpot's own begin with hs_. */
function hubspotProperties({ properties }: Fields): Fields | undefined {
  if (!isFields(properties)) return undefined
  const told = Object.entries(properties).filter(
    ([name, one]) => !name.startsWith('hs_') && isFields(one) && 'value' in one,
  )
  return told.length === 0 ? undefined : Object.fromEntries(told.map(([name, one]) => [name, Object(one).value]))
}
