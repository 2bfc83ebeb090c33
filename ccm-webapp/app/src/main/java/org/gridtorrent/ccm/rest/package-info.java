/** The REST interface under /api/v1, for the command line and for scripts. */
@NullMarked
package org.gridtorrent.ccm.rest;

import org.jspecify.annotations.NullMarked;
