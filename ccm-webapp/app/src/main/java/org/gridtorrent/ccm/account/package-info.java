/**
 * Accounts: registration, login, profile, passwords, browser sessions, API tokens, invitations
 * to the site.
 */
@NullMarked
package org.gridtorrent.ccm.account;

import org.jspecify.annotations.NullMarked;
