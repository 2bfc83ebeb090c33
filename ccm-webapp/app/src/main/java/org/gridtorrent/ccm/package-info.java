/**
 * The Collaboration and Content Manager: the pages where people publish, find, share and watch, and
 * the REST interface that the command line uses.
 *
 * <p>
 * {@link org.gridtorrent.ccm.Ccm} wires it. A request for a page goes through {@code web} (guards,
 * session, routing) to a class of {@code page}, which asks the catalog and answers with a
 * {@code Reply}; {@code view} turns it into HTML. A program's call goes through the same guards to
 * {@code rest}, where CXF finds the resource that answers. Nothing is kept in the process that a second node
 * would need, but for the count of failed logins.
 */
@NullMarked
package org.gridtorrent.ccm;

import org.jspecify.annotations.NullMarked;
