import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody } from '../http/read-body.ts'
import { oauthErrors } from './errors.ts'

/** What an application sends for tokens: a form, as OAuth has it; JSON is taken as well. */
export function tokenForm(request: FastifyRequest): URLSearchParams {
  const isJson = request.headers['content-type']?.includes('application/json')
  return isJson ? fromJson(request) : withoutRepetition(new URLSearchParams(String(request.body ?? '')))
}

const fields = z.record(z.string(), z.unknown())

function fromJson(request: FastifyRequest): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(readFields(request))) if (typeof value === 'string') form.set(name, value)
  return form
}

function readFields(request: FastifyRequest) {
  try {
    return readBody(request, fields)
  } catch {
    throw oauthErrors.unreadableRequest('Invalid JSON body')
  }
}

function withoutRepetition(form: URLSearchParams): URLSearchParams {
  for (const name of form.keys()) {
    if (form.getAll(name).length > 1) throw oauthErrors.unreadableRequest(`${name} must not be repeated`)
  }
  return form
}

/** A part of the form that this grant cannot do without. */
export function required(form: URLSearchParams, name: string, grantType: string): string {
  const value = form.get(name) ?? ''
  if (value === '') throw oauthErrors.unreadableRequest(`${name} is required for ${grantType} grant`)
  return value
}
