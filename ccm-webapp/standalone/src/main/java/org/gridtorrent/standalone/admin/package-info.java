/**
 * The administrator's commands. Each is one request with one answer; it is carried out by whoever
 * holds the site's home: the running server, reached through a socket in the home, or else the
 * command's own process.
 */
@NullMarked
package org.gridtorrent.standalone.admin;

import org.jspecify.annotations.NullMarked;
