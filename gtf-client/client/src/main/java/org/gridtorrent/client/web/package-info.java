/** What goes wrong on the way to the site over HTTP. */
@NullMarked
package org.gridtorrent.client.web;

import org.jspecify.annotations.NullMarked;
