/** One's account: registering, logging in, profile, password, stays on the pages, tokens. */
@NullMarked
package org.gridtorrent.ccm.account;

import org.jspecify.annotations.NullMarked;
