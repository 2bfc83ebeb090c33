/** What REST tells and does of the whole site: its groups, mails, audit log, the report on access. */
@NullMarked
package org.gridtorrent.ccm.rest.site;

import org.jspecify.annotations.NullMarked;
