// The whole script of a client page; it does nothing on a page that the server has filled.
import './client-page-element.ts'
