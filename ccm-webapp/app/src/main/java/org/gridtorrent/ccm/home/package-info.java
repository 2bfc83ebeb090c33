/**
 * The start page, the user's own data sets, the data sets shared with the user, and the
 * addresses that need no login.
 */
@NullMarked
package org.gridtorrent.ccm.home;

import org.jspecify.annotations.NullMarked;
