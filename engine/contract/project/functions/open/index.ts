/** Asks for no token: see config.toml. */
export default {
  fetch(request: Request): Response {
    return Response.json({ token: request.headers.get('authorization') })
  },
}
