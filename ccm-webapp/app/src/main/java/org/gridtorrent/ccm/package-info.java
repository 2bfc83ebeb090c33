/**
 * The Collaboration and Content Manager: the pages where users publish, find, share and watch data sets,
 * and the REST interface that the command line uses.
 *
 * <p>
 * {@link org.gridtorrent.ccm.CcmApp} lists the features. A request for a page goes through {@code http}
 * (guard, session, routing) to a class {@code …Pages} of a feature, which asks the catalog and answers
 * with a {@code Reply}; a template of {@code src/main/jte} turns its {@code …View} into HTML. A program's
 * call goes through the same guard to {@code rest}, where CXF finds the feature's {@code …Resource}.
 * Nothing is kept in the process that a second node would need, but for the count of failed logins.
 */
@NullMarked
package org.gridtorrent.ccm;

import org.jspecify.annotations.NullMarked;
