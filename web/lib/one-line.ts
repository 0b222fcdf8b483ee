/** A text of several lines in one, with a sign between them: for fields that have one line in the form. */
export const oneLine = (text: string, between = ' '): string => text.trim().replace(/(?<!\s)\s*[\r\n]\s*/g, between)
