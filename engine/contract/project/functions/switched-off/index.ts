/** Disabled in config.toml, and therefore unreachable. */
export default {
  fetch(request: Request): Response {
    return Response.json({ token: request.headers.get('authorization') })
  },
}
