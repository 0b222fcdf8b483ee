import type { Answer } from '../outbound-http/send-request.ts'

/** Takes requests off the queue in one statement, so that each belongs to one server. */
export const claimRequests = (most: number) => ({
  text: `
    delete from net.http_request_queue
    where id in (select id from net.http_request_queue order by id limit $1 for update skip locked)
    returning id, method, url, headers, body, timeout_milliseconds`,
  values: [most],
})

export const insertAnswer = (id: string, { status, contentType, headers, content }: Answer) => ({
  text: `
    insert into net._http_response (id, status_code, content_type, headers, content, timed_out)
    values ($1, $2, $3, $4, $5, false)`,
  values: [id, status, contentType, JSON.stringify(headers), content],
})

export const insertFailure = (id: string, reason: string, timedOut: boolean) => ({
  text: 'insert into net._http_response (id, error_msg, timed_out) values ($1, $2, $3)',
  values: [id, reason, timedOut],
})

export const deleteOldAnswers = { text: "delete from net._http_response where created < now() - interval '6 hours'" }

export const deleteOldHooks = {
  text: "delete from supabase_functions.hooks where created_at < now() - interval '7 days'",
}
