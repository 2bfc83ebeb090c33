/**
 * The HTTP layer of the pages: guards, cookies, session, CSRF token, router, request and
 * response, and the interface by which a feature registers.
 */
@NullMarked
package org.gridtorrent.ccm.http;

import org.jspecify.annotations.NullMarked;
