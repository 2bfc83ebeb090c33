/** Administration of the site: accounts, groups, quotas, mail, invitations, settings, health. */
@NullMarked
package org.gridtorrent.ccm.admin;

import org.jspecify.annotations.NullMarked;
